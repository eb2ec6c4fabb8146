import { FilesUnavailable } from '#api/storage/files.ts';
import type { ProjectFiles } from '#api/storage/project-files.ts';

/** As the service role: policies of the project let nobody else put a file there. */
export function createProjectFiles(
  { supabase }: { supabase: { url: string } | undefined },
  { secretKey }: { secretKey: string },
): ProjectFiles | undefined {
  if (!supabase) return undefined;
  const bucketOf = async (bucket: string) => {
    // Loaded by the sites that need it.
    const { createClient } = await import('@supabase/supabase-js');
    const client = createClient(supabase.url, secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
    return client.storage.from(bucket);
  };
  return {
    async put(bucket, name, content, type) {
      const { error } = await (await bucketOf(bucket)).upload(name, content, {
        contentType: type,
        cacheControl: '0',
      });
      if (error) throw new FilesUnavailable(error);
    },
    async remove(bucket, name) {
      const { error } = await (await bucketOf(bucket)).remove([name]);
      if (error) throw new FilesUnavailable(error);
    },
  };
}
