/** So much later than in UTC a day ends where it ends last on earth (UTC−12). */
export const hoursAfterDay = 12;
