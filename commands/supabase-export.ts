import { subjects } from '#api/subjects.ts';
import { writeProject } from '#database/supabase/write-project.ts';
import { readConfig } from '#server/settings/config.ts';
import { readWords, refuseOthers } from './read-words.ts';
import { orFail, say } from './with-database.ts';

const usage = `npm run supabase:export                what a Supabase project needs behind this site’s pages, into supabase-project
npm run supabase:export -- FOLDER      into another folder
See docs/supabase.md for how to load it.`;

await orFail(async () => {
  const { positionals } = readWords({ allowPositionals: true }, usage);
  const [folder = 'supabase-project', ...others] = positionals;
  refuseOthers(others, usage);
  const { siteUrl } = readConfig();
  const functions = subjects.flatMap((subject) => Object.keys(subject.functions));
  const written = writeProject(folder, { siteUrl, functions, now: new Date() });
  say(
    written.length > 0
      ? `${folder} has ${written.length} new migrations. docs/supabase.md says how a project takes them.`
      : `${folder} has every migration already.`,
  );
});
