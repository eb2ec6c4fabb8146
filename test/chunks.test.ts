import { describe, expect, it } from 'vitest';
import { chunkGroups } from '../vite.chunk-groups.ts';
import { chunks } from '../vite.chunks.ts';

describe('the chunks of the pages', () => {
  it('name no module that no longer exists', () => {
    expect(chunkGroups().map(({ name }) => name)).toEqual(chunks.map(({ name }) => name));
    const moved = [
      { name: 'looks', priority: 1, modules: ['app/app.css', 'app/gone.ts', 'gone/'] },
    ];
    expect(() => chunkGroups(moved)).toThrow(/\n {2}looks: app\/gone\.ts\n {2}looks: gone\/$/);
  });

  it('name every module once', () => {
    const named = chunks.flatMap(({ modules }) => modules);
    expect(named.filter((module, index) => named.indexOf(module) !== index)).toEqual([]);
  });

  it('match the module itself and what a plugin makes of it, but not a namesake', () => {
    const [group] = chunkGroups([
      { name: 'looks', priority: 1, modules: ['app/ui/', 'app/root.tsx'] },
    ]);
    const taken = ['/site/app/ui/gallery/a.tsx', '/site/app/root.tsx', '/site/app/root.tsx?route'];
    expect(taken.filter((id) => !group?.test(id))).toEqual([]);
    expect(group?.test('/site/app/root.tsx.css')).toBe(false);
  });
});
