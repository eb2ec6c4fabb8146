import { openSupabase } from '#app/data/supabase.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { pathOf } from '../use-pictures.ts';

const mostBytes = 5 * 1024 * 1024;

/** Stores the file in the person's own folder. Whether it is a sound picture, the service says. */
export async function uploadPicture(
  userId: string,
  file: File,
): Promise<{ url: string } | { failure: Failure }> {
  if (file.size > mostBytes) {
    const message = 'The picture is larger than 5 MB. Choose a smaller one.';
    return { failure: { code: 'too_large', message } };
  }
  const refused = await requireUser(userId);
  if (refused) return { failure: refused };
  const client = await openSupabase();
  const bucket = client.storage.from('avatars');
  const path = `${userId}/${crypto.randomUUID()}.webp`;
  const { error } = await bucket.upload(path, file);
  if (error) return { failure: failureOf(error) };
  return { url: bucket.getPublicUrl(path).data.publicUrl };
}

/** Takes away an upload that no profile has. Left alone it goes after a day. */
export async function dropUpload(url: string) {
  const path = pathOf(url);
  if (!path) return;
  try {
    const client = await openSupabase();
    await client.storage.from('avatars').remove([path]);
  } catch {
    // It goes by itself.
  }
}
