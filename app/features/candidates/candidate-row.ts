import type { Database } from '#domain/database-types.ts';

/** A profile as its table holds it. What was never filled in is null or empty. */
export type CandidateRow = Database['public']['Tables']['candidate_profiles']['Row'];
