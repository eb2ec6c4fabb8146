/** Each tier has its own rosette: the number of petals and how deeply they are cut. */
const rosettes: Readonly<Record<string, { petals: number; depth: number }>> = {
  'CIHIS-S': { petals: 8, depth: 4 },
  'CIHIS-AI': { petals: 12, depth: 5 },
  'CIHIS-ED': { petals: 16, depth: 4.5 },
  'CIHIS-HC': { petals: 10, depth: 6 },
  'CIHIS-L': { petals: 24, depth: 5.5 },
};

/** A tier's own, or the one that all tracks and courses share. */
export function rosetteOf(letters: string | undefined) {
  return rosettes[letters ?? ''] ?? { petals: 6, depth: 5 };
}

/** A closed wave around a centre: two curves per petal, one out and one in. */
export function rosettePath(
  centre: number,
  {
    petals,
    radius,
    depth,
    phase,
  }: { petals: number; radius: number; depth: number; phase: number },
): string {
  const half = Math.PI / petals;
  const at = (angle: number, distance: number) =>
    `${(centre + distance * Math.cos(angle + phase)).toFixed(1)} ${(centre + distance * Math.sin(angle + phase)).toFixed(1)}`;
  const curves = Array.from({ length: petals * 2 }, (_, index) => {
    const crest = radius + 2 * depth * (index % 2 ? -1 : 1);
    return `Q${at((index + 0.5) * half, crest)} ${at((index + 1) * half, radius)}`;
  });
  return `M${at(0, radius)}${curves.join('')}Z`;
}
