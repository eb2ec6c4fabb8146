/** Everything that is kept about a person, as a file. */
export function saveExport(data: object) {
  const text = JSON.stringify(data, null, 2);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'my-account.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
