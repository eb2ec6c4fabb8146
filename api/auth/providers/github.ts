import { z } from 'zod';
import { type Profile, profileFromClaims } from './profile.ts';

const userSchema = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});

const emailsSchema = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** GitHub has OAuth without OpenID Connect, so the profile takes two requests. */
export async function githubProfile(apiUrl: string, accessToken: string): Promise<Profile> {
  const [user, emails] = await Promise.all([
    ask(`${apiUrl}/user`, accessToken, userSchema),
    ask(`${apiUrl}/user/emails`, accessToken, emailsSchema),
  ]);
  const email = emails.find(({ primary }) => primary);
  const profile = profileFromClaims({
    iss: apiUrl,
    sub: String(user.id),
    email: email?.email,
    email_verified: email?.verified ?? false,
    name: user.name ?? user.login,
    picture: user.avatar_url ?? undefined,
  });
  return { ...profile, data: { ...profile.data, user_name: user.login } };
}

async function ask<Schema extends z.ZodType>(
  address: string,
  accessToken: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status}.`);
  return schema.parse(await response.json());
}
