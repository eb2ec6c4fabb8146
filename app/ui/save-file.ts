/** A file to keep: the browser saves it, whatever it is, and runs nothing of it. */
export function saveFile(name: string, file: Blob) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // Safari may begin to read it after this.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Without the mark, Excel takes the letters of a name for those of another alphabet. */
export function saveCsv(name: string, parts: string[]) {
  saveFile(name, new Blob(['\ufeff', ...parts], { type: 'text/csv;charset=utf-8' }));
}
