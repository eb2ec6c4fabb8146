/** What every answer of the API says, and one that a network gives in its place does not. */
export const ofOurApi = { 'access-control-allow-origin': '*' };
