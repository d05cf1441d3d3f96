import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registry } from '../../src/registry';
import { capabilitiesOf, type Group, groups } from './groups';

const names = Object.keys(groups) as Group[];
const all = [...registry.commands, ...registry.routes];

describe('what is asked group by group', () => {
  test('is every capability, each in one group', () => {
    expect(all.length).toBeGreaterThan(100);
    const counted = all.map((capability) => [
      capability.id,
      names.filter((group) => capabilitiesOf(group, [capability]).length > 0).length,
    ]);
    expect(counted.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test('names no noun of which there is nothing', () => {
    const words = names.flatMap((group): readonly string[] => groups[group]);
    expect(words.filter((word) => !all.some(({ id }) => id.startsWith(`${word}.`)))).toEqual([]);
  });

  test.each([
    ['success', 'testSuccess'],
    ['matrix', 'testMatrix'],
  ])('has one file in %s, which asks that group', (folder, runner) => {
    const place = path.join(__dirname, folder);
    const files = readdirSync(place).filter((file) => file.endsWith('.test.ts'));
    expect(files.toSorted()).toEqual(names.map((group) => `${group}.test.ts`).toSorted());
    for (const group of names)
      expect(readFileSync(path.join(place, `${group}.test.ts`), 'utf8')).toBe(
        `import { ${runner} } from './runner';\n\n${runner}('${group}');\n`,
      );
  });
});
