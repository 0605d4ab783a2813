/**
 * Sync programs keep both versions of a file that was changed in two places: one under its name, the other under a
 * name that says so. Returns the name without that remark; null for a file that is not such a copy.
 *
 * `Note (conflict 2026-11-17).md`, `Note (Conflicted copy phone 202611171405).md` (Obsidian Sync), `Note (Ada's
 * conflicted copy 2026-11-17).md` (Dropbox), `Note (conflicted copy 2026-11-17 140501).md` (Nextcloud),
 * `Note.sync-conflict-20261117-140501-ABCDEFG.md` (Syncthing).
 */
export const conflictOriginal = (name: string): string | null => {
  for (const remark of REMARKS) {
    const found = remark.exec(name);
    if (!found?.groups) continue;
    const { before = "", after = "" } = found.groups;
    if (before.trim() !== "") return `${before.trimEnd()}${after}`;
  }
  return null;
};

const REMARKS = [
  /^(?<before>.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?(?<after>\.[^.]+)?$/,
  /^(?<before>.+?)\s*\((?:[^()]*\s)?(?:conflicted copy(?:\s[^()]*)?|conflict(?:\s[^()]*\d[^()]*)?)\)(?<after>\.[^.]+)?$/i,
];
