/* project.ts - all that a page holds, and the link that carries it.
 *
 * A link is the page's address and, after "#", a version, a dot, and the project as JSON,
 * deflated and in base64url. A fragment stays in the browser: no server sees it. */

export interface Project {
  right: string;
  wrong: string;
  tries: string;
  reading: "chars" | "tokens" | "json" | "xml" | "xml:attributes";
  unit: "line" | "block";
  pairs: string;
  calls: string;
  returns: string;
  internal: string;
  settings: Record<string, string>;
  model: string | null; // the file of a model that was opened: it is shown, and nothing is learned
}

export const nothing: Project = {
  right: "", wrong: "", tries: "", reading: "chars", unit: "line", pairs: "", calls: "", returns: "", internal: "",
  settings: {}, model: null,
};

export const readings: [Project["reading"], string][] = [
  ["chars", "characters"],
  ["tokens", "separated by spaces"],
  ["json", "tokens of JSON"],
  ["xml", "tags of XML"],
  ["xml:attributes", "tags and attributes of XML"],
];

const version = "1";
const longestLink = 64_000; // characters: more is cut by mail programs and chats
const largest = 20_000_000; // characters that a link may unpack to

async function through(bytes: Uint8Array, stream: GenericTransformStream, most = Infinity): Promise<Uint8Array> {
  const reader = (new Blob([bytes as BlobPart]).stream().pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>)).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    chunks.push(chunk.value);
    size += chunk.value.length;
    if (size > most)
      throw new Error("too long");
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/** The fragment of a project's link, or null where it would be too long. */
export async function fragmentOf(project: Project): Promise<string | null> {
  const text = JSON.stringify(project);
  if (text.length > 40 * longestLink)
    return null;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  if (bytes.length > longestLink * 0.74)
    return null;
  let binary = "";
  for (const byte of bytes)
    binary += String.fromCharCode(byte);
  return `#${version}.${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The project of a fragment: null where there is none; fails where it is damaged. */
export async function projectOf(fragment: string): Promise<Project | null> {
  const match = /^#(\d+)\.([\w-]+)$/.exec(fragment);
  if (!match)
    return null;
  if (match[1] !== version)
    throw new Error("This link was made by a newer version of this page.");
  try {
    const binary = atob(match[2]!.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), largest));
    return checked(JSON.parse(text));
  } catch {
    throw new Error("This link is damaged: part of it is missing or was changed.");
  }
}

/* Takes what is of the right type and leaves the rest. */
function checked(value: unknown): Project {
  const from = value as Record<string, unknown>;
  const project: Project = { ...nothing, settings: {} };
  for (const key of ["right", "wrong", "tries", "pairs", "calls", "returns", "internal"] as const)
    if (typeof from[key] === "string")
      project[key] = from[key];
  project.reading = readings.find(([reading]) => reading === from["reading"])?.[0] ?? "chars";
  project.unit = from["unit"] === "block" ? "block" : "line";
  project.model = typeof from["model"] === "string" ? from["model"] : null;
  for (const [name, setting] of Object.entries(from["settings"] ?? {}))
    if (typeof setting === "string")
      project.settings[name] = setting;
  return project;
}
