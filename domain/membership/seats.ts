/** How many seats somebody buys by themselves; the database keeps to a wider limit. */
export const mostSeats = 50;
