import type { CredentialKind } from '#domain/credentials/credentials.ts';
import type { Database } from '#domain/database-types.ts';

/** A profile as its table holds it. What was never filled in is null or empty. */
export type CandidateRow = Database['public']['Tables']['candidate_profiles']['Row'];

/** The lists of a profile are empty or null, by who has written it. */
export const entriesOf = (list: readonly string[] | null | undefined) => list ?? [];

/** What the register says of a candidate. The number is there by their choice. */
export type VerifiedCredential = {
  type: string;
  title: string;
  kind: CredentialKind;
  year: number;
  number?: string;
  is_sample?: boolean;
};

/** The database alone writes it (migrations/0059_credentials_in_searches.sql). */
export const verifiedOf = ({ verified }: Partial<Pick<CandidateRow, 'verified'>>) =>
  (verified ?? []) as unknown as VerifiedCredential[];
