import { subjects } from '#api/subjects.ts';
import { writeProject } from '#database/supabase/write-project.ts';
import { readConfig } from '#server/settings/config.ts';
import { orFail, say } from './with-database.ts';

/** npm run supabase:export [-- FOLDER]: what a Supabase project needs to stand behind this site's pages. */
await orFail(async () => {
  const [folder = 'supabase-project'] = process.argv.slice(2);
  const { siteUrl } = readConfig();
  const functions = subjects.flatMap((subject) => Object.keys(subject.functions));
  const written = writeProject(folder, { siteUrl, functions, now: new Date() });
  say(
    written.length > 0
      ? `${folder} has ${written.length} new migrations. docs/supabase.md says how a project takes them.`
      : `${folder} has every migration already.`,
  );
});
