/** What people may do for a company, from the most to the least. */
export const teamRoles = ['admin', 'recruiter', 'viewer'] as const;
export type TeamRole = (typeof teamRoles)[number];

export const teamRoleWords = {
  admin: 'Admin',
  recruiter: 'Recruiter',
  viewer: 'Viewer',
} as const satisfies Record<TeamRole, string>;

export const teamRoleMeanings = {
  admin: 'Everything a recruiter does, and who works here.',
  recruiter: 'Posts and changes jobs, reads applications, saves candidates and writes to them.',
  viewer: 'Looks at jobs and applications, and changes nothing.',
} as const satisfies Record<TeamRole, string>;

/** As the database has it. */
export function asTeamRole(word: string | null | undefined): TeamRole {
  return teamRoles.find((role) => role === word) ?? 'viewer';
}
