import type { CredentialKind } from '#domain/credentials/credentials.ts';
import type { Database } from '#domain/database-types.ts';

/** A profile as stored in its table. What was never filled in is null or empty. */
export type CandidateRow = Database['public']['Tables']['candidate_profiles']['Row'];

/** Empty lists may be null, depending on who wrote the profile. */
export const entriesOf = (list: readonly string[] | null | undefined) => list ?? [];

/** What the register says about a candidate. The number is included only if they choose so. */
export type VerifiedCredential = {
  type: string;
  title: string;
  kind: CredentialKind;
  year: number;
  number?: string;
  is_sample?: boolean;
};

/** Only the database writes it (migrations/0059_credentials_in_searches.sql). */
export const verifiedOf = ({ verified }: Partial<Pick<CandidateRow, 'verified'>>) =>
  (verified ?? []) as unknown as VerifiedCredential[];
