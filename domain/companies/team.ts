/** The roles of a company's team, from most to least powerful. */
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

/** Narrows the database's text to a role. */
export function asTeamRole(word: string | null | undefined): TeamRole {
  return teamRoles.find((role) => role === word) ?? 'viewer';
}
