/// <reference types="vite/client" />
declare module "virtual:papni.wasm" {
  const base64: string;
  export default base64;
}
