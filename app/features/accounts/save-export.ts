import { saveFile } from '#app/ui/save-file.ts';

/** All stored data about a person, as a file. */
export function saveExport(data: object) {
  saveFile(
    'my-account.json',
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  );
}
