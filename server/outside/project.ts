import type { Project } from '#api/project/project.ts';
import { FilesUnavailable } from '#api/storage/files.ts';

/** How long the project may take to answer, in milliseconds. */
const patience = 30_000;

/**
 * Uses the official client with the secret key: the project's policies let nobody else store such
 * files there.
 */
export function createProject(
  { supabase }: { supabase: { url: string } | undefined },
  { secretKey }: { secretKey: string },
): Project | undefined {
  if (!supabase) return undefined;
  const open = async () => {
    // Loaded only by sites that need it.
    const { createClient } = await import('@supabase/supabase-js');
    return createClient(supabase.url, secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(patience) }),
      },
    });
  };
  return {
    async putFile(bucket, name, content, contentType) {
      const { storage } = await open();
      const options = { contentType, cacheControl: '0' };
      const { error } = await storage.from(bucket).upload(name, content, options);
      if (error) throw new FilesUnavailable(error);
    },
    async removeFile(bucket, name) {
      const { storage } = await open();
      const { error } = await storage.from(bucket).remove([name]);
      if (error) throw new FilesUnavailable(error);
    },
    async sendConfirmation(email, emailRedirectTo) {
      const { auth } = await open();
      const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
      if (error) throw error;
    },
  };
}
