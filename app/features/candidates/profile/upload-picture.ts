import { openSupabase } from '#app/data/supabase.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { pictureToSend } from '#app/ui/smaller-picture.ts';
import { pathOf } from '../use-pictures.ts';

const mostBytes = 5 * 1024 * 1024;

/** Stores the file in the person's own folder, shrunk if it is larger than the service accepts. */
export async function uploadPicture(
  userId: string,
  file: File,
): Promise<{ url: string } | { failure: Failure }> {
  const picture = await pictureToSend(file, mostBytes);
  const refused = await requireUser(userId);
  if (refused) return { failure: refused };
  const client = await openSupabase();
  const bucket = client.storage.from('avatars');
  const path = `${userId}/${crypto.randomUUID()}.webp`;
  const { error } = await bucket.upload(path, picture);
  if (error) return { failure: failureOf(error) };
  return { url: bucket.getPublicUrl(path).data.publicUrl };
}

/** Deletes an upload that no profile uses. If that fails, it is deleted after a day. */
export async function dropUpload(url: string) {
  const path = pathOf(url);
  if (!path) return;
  try {
    const client = await openSupabase();
    await client.storage.from('avatars').remove([path]);
  } catch {
    // It expires by itself.
  }
}
