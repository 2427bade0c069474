import { distinct, OUTSIDE } from '../codebase/values.js';
import { modulesOf } from '../modules/modules.js';
import { all, type Following, type Members } from './resolver-context.js';

/** Finds names that come without being named: by a star, or from beside the file. */
export function starsOf(get: () => Following): Pick<Members, 'beyond'> {
  return {
    async beyond(file, name, trail) {
      const { library, members } = get();
      const modules = modulesOf(file);
      const near = await modules.beside(name, { from: file, library });
      if (near.length > 0) return near;
      const stars = file.summary.stars.filter(({ exported }) => !exported);
      const found = await all(stars, async ({ module }) => {
        const values = await modules.find(module, { from: file, library, name });
        return all(values, (value) => members(value, name, trail));
      });
      const inside = distinct(found.filter(({ kind }) => kind !== 'outside'));
      return inside.length > 0 ? inside : [OUTSIDE];
    },
  };
}
