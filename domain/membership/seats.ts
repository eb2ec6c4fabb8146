/** How many seats somebody can buy without asking us; the database's own limit is higher. */
export const mostSeats = 50;
