/**
 * Guards of the threat model, each with the test that fails when it is removed. `npm run guards` removes one after
 * the other in a copy of the repository and runs that test. Default: the text must occur exactly once in its file.
 */
export type Guard = {
  /** As `docs/threat-model.md` names it. */
  readonly id: string;
  readonly edits: readonly { readonly file: string; readonly text: string; readonly replacement: string }[];
  readonly test: string;
  /** Of the tests in the file, those whose name contains this. */
  readonly named: string;
  /** What has to be installed for the test; without it the guard is not tried. */
  readonly needs?: "postgres";
};

const guard = (
  id: string,
  [file, text, replacement]: readonly [string, string, string],
  test: string,
  named: string,
): Guard => ({ id, edits: [{ file: `src/${file}`, text, replacement }], test: `src/${test}`, named });

const teamGuard = (...given: Parameters<typeof guard>): Guard => ({ ...guard(...given), needs: "postgres" });

export const guards: readonly Guard[] = [
  guard(
    "own-folders",
    [
      "main/base/kept-files.ts",
      '      if (!found.isDirectory()) throw notAFolder(names.slice(0, index + 1).join("/"), found);\n',
      "",
    ],
    "main/create-core.strangers.test.ts",
    "S2: a link in place",
  ),
  {
    id: "own-files",
    edits: [
      {
        file: "src/main/base/kept-files.ts",
        text: "    if (found && !found.isFile()) throw notAPlainFile(path, found);\n    return place;",
        replacement: "    return place;",
      },
      {
        file: "src/main/base/kept-files.ts",
        text: "const SAFE = O_NOFOLLOW | O_NONBLOCK;",
        replacement: "const SAFE = O_NONBLOCK;",
      },
    ],
    test: "src/main/create-core.strangers.test.ts",
    named: "S1: a conversation",
  },
  guard(
    "own-paths",
    [
      "main/base/kept-files.ts",
      '  if (isInside && !path.startsWith("/")) return names;\n',
      "  if (names.length > 0 || isInside) return names;\n",
    ],
    "main/base/kept-files.test.ts",
    "",
  ),
  guard(
    "slow-rules",
    [
      "main/workspace/ignore-rules.ts",
      'text.split("\\n").filter(isBounded)',
      'text.split("\\n").filter((rule) => isBounded("") || rule)',
    ],
    "main/workspace/ignore-rules.test.ts",
    "",
  ),
  guard(
    "odd-keys",
    [
      "main/agents/odd-keys.ts",
      "if (!isPair(node) || !isCollection(node.key)) return undefined;",
      "if (!isPair(node) || isCollection(node.key) || true) return undefined;",
    ],
    "main/agents/read-agents.test.ts",
    "whose keys are maps",
  ),
  guard(
    "diagram-frame",
    ["renderer/ui/draw-diagram.ts", '  element.setAttribute("sandbox", "allow-scripts");\n', ""],
    "renderer/ui/draw-diagram.test.ts",
    "",
  ),
  guard(
    "diagram-policy",
    ["main/hosts/page-policy.ts", '  "sandbox allow-scripts",\n', ""],
    "main/hosts/page-policy.test.ts",
    "",
  ),
  guard(
    "hard-links",
    ["main/base/kept-files.ts", '    if (how === "append") await this.separate(path);\n', ""],
    "main/create-core.hardlinks.test.ts",
    "a hard link",
  ),
  guard(
    "linked-notes",
    [
      "main/workspace/roots.ts",
      '    if (writing && layer === "base") this.#refuseLinkedNote(path, absolute);\n',
      "",
    ],
    "main/create-core.hardlinks.test.ts",
    "a note of today that is a link",
  ),
  guard(
    "reply-marks",
    [
      "main/sessions/partial-reply.ts",
      "  if (!(await marks.isLeftBehind(mark, session, rest.id))) return null;\n",
      "",
    ],
    "main/sessions/partial-reply.test.ts",
    "",
  ),
  guard(
    "untrusted-schema",
    ["main/store/connection.ts", '    db.pragma("trusted_schema = OFF");\n', ""],
    "main/store/open-store.test.ts",
    "",
  ),
  guard(
    "path-traversal",
    [
      "main/workspace/path-policy.ts",
      "if (names.some(climbs) || split(decoded(asked)).some(climbs)) {",
      "if (names.some(() => false)) {",
    ],
    "main/workspace/path-policy.test.ts",
    "",
  ),
  guard(
    "outside-root",
    [
      "main/workspace/path-policy.ts",
      "if (!contains(realRoot.absolute, place.absolute)) {",
      'if (realRoot.absolute === "") {',
    ],
    "main/workspace/path-policy.test.ts",
    "",
  ),
  guard(
    "private-folder",
    ["main/workspace/path-policy.ts", "  if (names[0] === privateFolder) {", '  if (names[0] === "\\0") {'],
    "main/workspace/path-policy.test.ts",
    "",
  ),
  guard(
    "foreign-host",
    ["main/hosts/web/guard-request.ts", "if (request.headers.host !== host) {", 'if (host === "") {'],
    "main/hosts/web/serve-web.test.ts",
    "",
  ),
  guard(
    "foreign-origin",
    [
      "main/hosts/web/guard-request.ts",
      "if (origin !== undefined && origin !== `http://${host}`) {",
      'if (origin === "") {',
    ],
    "main/hosts/web/serve-web.test.ts",
    "",
  ),
  guard(
    "launch-token",
    [
      "main/hosts/web/launch-token.ts",
      "  timingSafeEqual(digest(given), digest(token));",
      "  digest(given).length === digest(token).length;",
    ],
    "main/hosts/web/serve-web.test.ts",
    "",
  ),
  {
    id: "hello-limit",
    edits: [
      {
        file: "src/main/hosts/web/wire-hub.ts",
        text: "if (!session && bytes.length > MAX_HELLO_BYTES) {",
        replacement: "if (bytes.length < 0) {",
      },
      {
        file: "src/main/hosts/web/unproven-sockets.ts",
        text: "if (bytes <= MAX_HELLO_BYTES) return;",
        replacement: "if (bytes >= 0) return;",
      },
    ],
    test: "src/main/hosts/web/serve-web.test.ts",
    named: "",
  },
  guard(
    "page-policy",
    ["main/hosts/page-policy.ts", "\"img-src 'self' data: blob:\"", '"img-src *"'],
    "main/hosts/page-policy.test.ts",
    "",
  ),
  guard(
    "redirects",
    ["main/providers/request-log.ts", '          redirect: "error",\n', ""],
    "main/providers/request-log.test.ts",
    "",
  ),
  guard(
    "key-origin",
    [
      "main/providers/open-providers.ts",
      "`provider:${id}@${new URL(baseUrl).origin}`",
      "`provider:${id}@${baseUrl.slice(0, 0)}`",
    ],
    "main/providers/open-providers.test.ts",
    "",
  ),
  guard(
    "markup",
    [
      "renderer/ui/plain-markdown.ts",
      "const forHtml = [raw, sanitize, guardTree] as Plugins;",
      "const forHtml = [raw, guardTree] as Plugins;",
    ],
    "renderer/ui/plain-markdown.test.tsx",
    "",
  ),
  guard(
    "approval-base",
    [
      "main/tools/write-file.ts",
      "await workspace.write(root, place.path, text, known.hash, author)",
      "await workspace.write(root, place.path, text, undefined, author)",
    ],
    "main/turns/run-tool-call.test.ts",
    "fails when the file changed",
  ),
  guard(
    "approval-place",
    [
      "main/tools/write-file.ts",
      "if ((await realPathOf(place, context)) !== shown) {",
      'if (shown === "") {',
    ],
    "main/turns/run-tool-call.test.ts",
    "its link was turned",
  ),
  guard(
    "always",
    [
      "main/tools/always-for.ts",
      "  if (!isPlainDocument(path)) return null;\n",
      '  if (!isPlainDocument("a.md")) return null;\n',
    ],
    "main/turns/run-tool-call.test.ts",
    "is asked about each time",
  ),
  guard(
    "invisible-paths",
    [
      "main/tools/write-file.ts",
      "  refuseInvisible(path);\n  const { workspace, by }",
      '  refuseInvisible("a");\n  const { workspace, by }',
    ],
    "main/turns/run-tool-call.test.ts",
    "not requested when it cannot be shown",
  ),
  guard(
    "secrets",
    ["main/turns/run-tool-call.ts", "found.asks || secret !== null || skill", "found.asks || skill"],
    "main/turns/run-tool-call.test.ts",
    "looks like a secret",
  ),
  guard(
    "scope",
    [
      "main/tools/reachable-files.ts",
      '    if (context.scope === "main") return { root, path };\n',
      "    return { root, path };\n",
    ],
    "main/tools/tools.test.ts",
    "",
  ),
  guard(
    "other-agents",
    ["main/tools/reachable-files.ts", "    if (isForeign(context)(target.absolute)) continue;\n", ""],
    "main/tools/tools.test.ts",
    "what belongs to other agents",
  ),
  guard(
    "file-tags",
    ["shared/model/tagged-text.ts", '\\n${withoutTag(text, "file")}\\n', "\\n${text}\\n"],
    "renderer/chat/attached.test.ts",
    "",
  ),
  guard(
    "conversation-tags",
    ["shared/model/tagged-text.ts", "${withoutTag(text, tag).replaceAll(", "${text.replaceAll("],
    "main/chat/summary-prompt.test.ts",
    "",
  ),
  guard(
    "harness-tags",
    ["main/context/plan/harness-block.ts", 'body.replaceAll(tags, "&lt;")', "body"],
    "main/context/plan/harness-block.test.ts",
    "",
  ),
  guard(
    "snapshot-names",
    ["main/context/snapshot/list-project-files.ts", "      if (hasControl(entry.name)) continue;\n", ""],
    "main/context/snapshot/list-project-files.test.ts",
    "",
  ),
  guard(
    "terminal",
    [
      "main/hosts/cli/terminal.ts",
      "export const visible = (text: string): string =>\n",
      "export const visible = (text: string): string => text ||\n",
    ],
    "main/hosts/cli/terminal.test.ts",
    "",
  ),
  guard(
    "link-keys",
    [
      "main/hosts/electron/open-link.ts",
      'new Set(keys).size < keys.length || keys.some((key) => key !== "folder" && key !== "view")',
      "new Set(keys).size < keys.length",
    ],
    "main/hosts/electron/open-link.test.ts",
    "an unknown key",
  ),
  guard(
    "link-network-paths",
    ["main/hosts/electron/open-link.ts", "/^[a-z]:[\\\\/]/i.test(folder)", "win32.isAbsolute(folder)"],
    "main/hosts/electron/open-link.test.ts",
    "on Windows",
  ),
  guard(
    "link-question",
    ["main/hosts/electron/follow-links.ts", "if (response !== 1) return false;\n", ""],
    "main/hosts/electron/start-app.test.ts",
    "does not open it without a yes",
  ),
  guard(
    "update-consent",
    [
      "main/hosts/electron/updates.ts",
      "if (settings === null || !(await mayLook(settings, ports))) return false;",
      "if (settings === null) return false;",
    ],
    "main/hosts/electron/updates.test.ts",
    "never contacts it without a yes",
  ),
  guard(
    "external-links",
    [
      "main/hosts/electron/external-links.ts",
      '  if (url.protocol !== "https:" && url.protocol !== "http:") return null;\n',
      "",
    ],
    "main/hosts/electron/external-links.test.ts",
    "",
  ),
  guard(
    "mail-attachments",
    ["main/hosts/electron/external-links.ts", "hasAttachment(url) ? null : url.href", "url.href"],
    "main/hosts/electron/external-links.test.ts",
    "",
  ),
  {
    id: "one-owner",
    edits: [
      {
        file: "src/main/base/owner-lock.ts",
        text: "    if (before.living.length > 0) {",
        replacement: "    if (before.living.length < 0) {",
      },
      {
        file: "src/main/base/owner-lock.ts",
        text: "  if (living.length > 0 || highest > claim.number) return false;\n",
        replacement: "",
      },
    ],
    test: "src/main/base/owner-lock.test.ts",
    named: "",
  },
  guard(
    "door-key",
    ["main/hosts/door/door-keys.ts", "  return key?.socket === socket ? key : null;", "  return key;"],
    "main/hosts/door/door-keys.test.ts",
    "",
  ),
  guard(
    "imports-are-outside",
    [
      "main/sessions/import-session.ts",
      "  const log = entries.map((entry) => asImported(entry, SOURCE));",
      "  const log = entries;",
    ],
    "main/create-core.attacks.test.ts",
    "gains nothing from imports",
  ),
  guard(
    "dreams-and-outside",
    ["main/memory/dream/dreams.ts", 'isFact(memory) && origin !== "outside";', "isFact(memory);"],
    "main/create-core.attacks.test.ts",
    "gains nothing from imports",
  ),
  guard(
    "user-document",
    ["main/memory/learn/learner.ts", "withoutProfile(answer, origin)", "answer"],
    "main/create-core.attacks.test.ts",
    "gains nothing from imports",
  ),
  guard(
    "answers-are-derived",
    ["main/turns/run-turn.ts", "origin: answerOrigin(assembled)", 'origin: "agent"'],
    "main/create-core.attacks.test.ts",
    "gains nothing from imports",
  ),
  guard(
    "restricted-tools",
    ["main/tools/registry.ts", "        (one.trustedOnly === undefined || isTrusted()) &&\n", ""],
    "main/create-core.trust.test.ts",
    "restricts a folder",
  ),
  guard(
    "restricted-servers",
    ["main/mcp/client/mcp-tools.ts", "    trustedOnly: true,\n", ""],
    "main/create-core.mcp.test.ts",
    "in a folder that the user does not trust",
  ),
  guard(
    "restricted-skills",
    ["main/skills/skills.ts", "    if (!this.#options.isTrusted()) return NO_SKILLS;\n", ""],
    "main/create-core.trust.test.ts",
    "restricts a folder",
  ),
  guard(
    "restricted-pictures",
    [
      "main/handlers/providers.ts",
      '      context.currentProject()?.folderAccess.require("Loading pictures");\n',
      "",
    ],
    "main/create-core.trust.test.ts",
    "loads no picture",
  ),
  guard(
    "near-pictures",
    ["main/providers/load-picture.ts", "  if (found.some(isNear)) {", "  if (found.length === 0) {"],
    "main/providers/load-picture.test.ts",
    "",
  ),
  guard(
    "backup-names",
    ["main/store/export-tables.ts", "found.nlink > 1 || ", ""],
    "main/store/export-tables.test.ts",
    "replaces a backup that is a",
  ),
  guard(
    "claim-numbers",
    ["main/base/owner-lock.ts", "numbers.findLast((number) => number < MAX_NUMBER)", "numbers.at(-1)"],
    "main/base/owner-lock.test.ts",
    "has one owner also when the folder came with",
  ),
  guard(
    "history-secrets",
    ["main/history/work-tree.ts", "  (entry.isFile() && looksSecret(path)) ||\n", ""],
    "main/history/history-safety.test.ts",
    "copies no file that looks like a secret",
  ),
  guard(
    "folder-identity",
    [
      "main/workspace/trusted-folders.ts",
      'return found.inode === inode && found.id === id ? "trusted" : null;',
      'return "trusted";',
    ],
    "main/create-core.trust.test.ts",
    "asks again when a different folder",
  ),
  guard(
    "servers-are-outside",
    ["main/mcp/client/mcp-tools.ts", '    origin: "outside",\n', '    origin: "agent",\n'],
    "main/create-core.mcp.test.ts",
    "runs in a turn after the user allowed it",
  ),
  guard(
    "servers-ask",
    ["main/mcp/client/mcp-tools.ts", "    asks: true,\n", "    asks: false,\n"],
    "main/create-core.mcp.test.ts",
    "runs in a turn after the user allowed it",
  ),
  teamGuard(
    "team-rows",
    [
      "main/team/schema/0003-policies.ts",
      '"tenant = (select satchel.tenant_id()) and space = (select satchel.space_id())"',
      '"true"',
    ],
    "main/team/space.test.ts",
    "shows no row to a connection",
  ),
  teamGuard(
    "team-proposals",
    [
      "main/team/schema/0003-policies.ts",
      "      and (author = (select satchel.member_id()) or (select satchel.my_role()) in ('reviewer', 'owner')));",
      "      );",
    ],
    "main/team/space.test.ts",
    "shows a member nobody else's proposals",
  ),
  {
    id: "team-left",
    // The secret of a member who left is deleted as well.
    edits: [
      {
        file: "src/main/team/schema/0002-identity.ts",
        text: "m.id = asked_member and m.left_at is null",
        replacement: "m.id = asked_member",
      },
      {
        file: "src/main/team/schema/0004-members.ts",
        text: "        delete from satchel.member_keys where space = satchel.space_id() and member = asked;",
        replacement: "",
      },
    ],
    test: "src/main/team/space.test.ts",
    named: "lets nobody in who was removed",
    needs: "postgres",
  },
  teamGuard(
    "team-secret",
    [
      "main/team/schema/0002-identity.ts",
      "m.left_at is null\n            and k.secret = sha256(convert_to(said, 'UTF8'));",
      "m.left_at is null;",
    ],
    "main/team/space.test.ts",
    "lets nobody in with a secret",
  ),
  teamGuard(
    "team-roles",
    [
      "main/team/schema/0002-identity.ts",
      "          raise exception 'needs %', lowest using errcode = 'ST002';",
      "          return;",
    ],
    "main/team/space.test.ts",
    "takes a proposal from a member",
  ),
  teamGuard(
    "team-is-outside",
    ["main/team/recall/team-memory.ts", '    origin: lowestOrigin(origin, "outside"),', "    origin,"],
    "main/create-core.team.test.ts",
    "propose, review, recall by the other",
  ),
];
