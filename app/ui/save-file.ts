/** Downloads a file: the browser saves it, whatever it is, and executes nothing in it. */
export function saveFile(name: string, file: Blob) {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // Safari may start reading it only after this.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Without a byte order mark, Excel reads the text in another encoding. */
export function saveCsv(name: string, parts: string[]) {
  saveFile(name, new Blob(['\ufeff', ...parts], { type: 'text/csv;charset=utf-8' }));
}
