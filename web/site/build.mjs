// build.mjs - the documents as pages: README, docs/, CHANGELOG, CONTRIBUTING, the man
// pages and the report of the reproduction, in the look of the playground.
//
// node build.mjs FOLDER writes them. A link or a picture that leads nowhere is an error.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import MarkdownIt from "markdown-it";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const out = process.argv[2];
const command = join(root, "build/papni");

// What the menu shows: a page is a document, or a man page.
const menu = {
  "Start": ["README.md", "docs/web.md"],
  "Guides": ["docs/settings.md", "docs/documents.md", "docs/models.md", "docs/data.md", "docs/formats.md", "docs/library.md", "docs/python.md", "docs/performance.md"],
  "The paper": ["docs/paper.md", "docs/reproduction/report.md"],
  "Reference": ["docs/definitions.md", "docs/model.md", "docs/glossary.md", "CHANGELOG.md"],
  "Inside": ["docs/architecture.md", "docs/engine.md", "docs/dependencies.md", "docs/mutants.md", "CONTRIBUTING.md"],
};

// A document that the menu does not name is a guide.
for (const name of readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).sort())
  if (!Object.values(menu).flat().includes(`docs/${name}`))
    menu["Guides"].push(`docs/${name}`);

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const plain = (html) => html.replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, "&").replace(/\s+/g, " ").trim();

/** A heading's anchor, as forges make it from the heading's source. */
function anchorOf(heading, used) {
  const base = heading.toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  let anchor = base;
  for (let i = 1; used.has(anchor); i++)
    anchor = `${base}-${i}`;
  used.add(anchor);
  return anchor;
}

/** Where a document's page is, from the top of the site. */
function addressOf(path) {
  if (path === "README.md")
    return "index.html";
  return path.replace(/^docs\//, "").replace(/\.md$/, ".html").toLowerCase();
}

const pages = []; // { path, address, title, group, html, anchors, links, sections }
const files = new Set(); // linked, and copied as they are
const mistakes = [];

function render(path) {
  const markdown = new MarkdownIt({ html: true, linkify: false });
  const address = addressOf(path);
  const page = { path, address, anchors: new Set(), links: [], sections: [], title: path };
  const up = "../".repeat(address.split("/").length - 1);

  /* A link in the source becomes a link in the site. */
  const resolve = (href) => {
    if (/^(https?|mailto):/.test(href))
      return href;
    const [target, anchor] = href.split("#");
    const file = target ? normalize(join(dirname(path), decodeURIComponent(target))) : path;
    if (!target || documents.has(file)) {
      page.links.push({ file, anchor, href });
      return `${target ? up + addressOf(file) : ""}${anchor === undefined ? "" : `#${anchor}`}`;
    }
    if (!existsSync(join(root, file)) || file.startsWith("..")) {
      mistakes.push(`${path}: ${href} leads nowhere`);
      return href;
    }
    if (!statSync(join(root, file)).isFile())
      return null; // a folder of the sources: its name is all there is to show
    files.add(file);
    return up + file;
  };
  const tokens = markdown.parse(readFileSync(join(root, path), "utf8"), {});
  for (const [i, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const source = tokens[i + 1].children.map((child) => child.content).join("");
      const anchor = anchorOf(source, page.anchors);
      token.attrSet("id", anchor);
      page.sections.push({ title: source, anchor, text: "" });
      if (token.tag === "h1")
        page.title = source;
    }
    for (const child of token.children ?? []) {
      if (child.type === "link_open") {
        const address = resolve(child.attrGet("href"));
        child.attrs = address === null ? [] : [["href", address]];
      }
      if (child.type === "image") {
        child.attrSet("src", resolve(child.attrGet("src")));
        child.attrSet("loading", "lazy");
      }
    }
    if (["inline", "fence", "code_block"].includes(token.type) && page.sections.length)
      page.sections.at(-1).text += ` ${token.content}`;
  }
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
  markdown.renderer.rules.table_close = () => "</table></div>";
  markdown.renderer.rules.fence = (list, index) => `<pre tabindex="0"><code>${escape(list[index].content)}</code></pre>`;
  page.html = markdown.renderer.render(tokens, markdown.options, {}).replace(/<th[^>]*><\/th>/g, "<td></td>");
  return page;
}

/** A man page, as the command writes it. */
function manual(name) {
  const roff = execFileSync(command, name === "papni" ? ["--man"] : ["--man", name.replace("papni-", "")]);
  const html = execFileSync("mandoc", ["-T", "html", "-O", "fragment"], { input: roff, encoding: "utf8" })
    .replace(/<table class="(?:head|foot)">.*?<\/table>/gs, "")
    .replace(/<pre>(.*?)<\/pre>/gs, (_, text) => `<pre tabindex="0">${text.replace(/\n?<br\/>\n?/g, "\n").replace(/^\n+/, "")}</pre>`)
    .replace(/<h1 class="Sh" id="([^"]*)"><a[^>]*>(.*?)<\/a><\/h1>/g, (_, id, text) => `<h2 id="${id}">${text.charAt(0)}${text.slice(1).toLowerCase()}</h2>`)
    .replace(/<(\/?)h2 class="Ss"/g, "<$1h3");
  const title = name.replace("papni-", "papni ");
  return {
    path: name, address: `man/${name}.html`, title, anchors: new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)),
    links: [], sections: [{ title, anchor: "", text: plain(html) }], html: `<h1>${title}</h1>${html}`,
  };
}

const documents = new Set(Object.values(menu).flat().filter((path) => existsSync(join(root, path))));
for (const path of documents)
  pages.push(render(path));
const commands = execFileSync(command, ["--help"], { encoding: "utf8" }).match(/^ {2}[a-z]+(?= )/gm).map((line) => line.trim());
for (const name of ["papni", ...new Set(commands)].map((name, i) => (i ? `papni-${name}` : name)))
  try {
    pages.push(manual(name));
  } catch {
    // what is listed and has no man page is no command
  }

for (const page of pages)
  for (const { file, anchor, href } of page.links) {
    const target = pages.find(({ path }) => path === file);
    if (anchor !== undefined && !target.anchors.has(anchor))
      mistakes.push(`${page.path}: ${href}: no such heading in ${file}`);
  }
if (mistakes.length) {
  console.error(mistakes.join("\n"));
  process.exit(1);
}

function navigation(current, up) {
  const link = ({ address, title }, name = title) =>
    `<li><a href="${up}${address}"${address === current.address ? ' aria-current="page"' : ""}>${escape(name)}</a></li>`;
  const groups = Object.entries(menu).map(([title, paths]) => {
    const list = paths.flatMap((path) => pages.filter((page) => page.path === path)).map((page) => link(page, page.path === "README.md" ? "Overview" : page.title));
    if (title === "Start")
      list.push(`<li><a href="${up}playground/index.html">Playground</a></li>`);
    return `<h2>${title}</h2><ul>${list.join("")}</ul>`;
  });
  const manuals = pages.filter(({ address }) => address.startsWith("man/")).map((page) => link(page));
  return `${groups.join("")}<h2>Commands</h2><ul>${manuals.join("")}</ul>`;
}

const frame = readFileSync(join(here, "page.html"), "utf8");
rmSync(out, { recursive: true, force: true });
for (const page of pages) {
  const up = "../".repeat(page.address.split("/").length - 1);
  const html = frame.replace(/\{(\w+)\}/g, (_, name) => ({
    up, title: escape(page.title === "papni" ? "papni" : `${page.title} · papni`), navigation: navigation(page, up), content: page.html,
  })[name]);
  const path = join(out, page.address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, html);
}
for (const file of files) {
  mkdirSync(dirname(join(out, file)), { recursive: true });
  cpSync(join(root, file), join(out, file));
}
const index = pages.flatMap(({ address, title, sections }) =>
  sections.map((section) => [address + (section.anchor ? `#${section.anchor}` : ""), title, section.title, section.text.replace(/\s+/g, " ").trim().slice(0, 6000)]));
writeFileSync(join(out, "search-index.js"), `window.searchIndex = ${JSON.stringify(index)};\n`);
for (const file of ["site.css", "site.js"])
  cpSync(join(here, file), join(out, file));
for (const file of ["style.css", "icon.svg"])
  cpSync(join(here, "../page/public", file), join(out, file));
cpSync(join(root, "build/web"), join(out, "playground"), { recursive: true });
console.log(`${relative(root, out)}/index.html: ${pages.length} pages, ${files.size} files`);
