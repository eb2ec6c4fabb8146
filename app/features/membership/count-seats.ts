export function countSeats(taken: number, total: number) {
  if (total === 1) return taken === 0 ? 'one seat, and it is free' : 'one seat, and it is taken';
  return `${total} seats, ${Math.min(taken, total)} of them taken`;
}
