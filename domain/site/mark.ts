/** The company's mark on a 32 by 32 grid: three arcs that never quite close, and a person. */
export const markArcs = [
  'M23.8 8.2A11 11 0 0 0 14.1 5.2',
  'M10.9 6.2A11 11 0 0 0 10.9 25.8',
  'M14.1 26.8A11 11 0 0 0 23.8 23.8',
] as const;
export const markDot = { x: 23.5, y: 16, radius: 3.25 };
export const markStroke = 3.25;
