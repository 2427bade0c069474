import { all, type Following, type Members } from './following.js';
import { modulesOf } from './modules/modules.js';
import { OUTSIDE } from './values.js';

/** Finds names that come without being named: by a star, or from beside the file. */
export function starsOf(get: () => Following): Pick<Members, 'fromStars' | 'beyond'> {
  const fromStars: Members['fromStars'] = async (file, stars, { name, trail }) => {
    const { library } = get();
    const found = await all(stars, async ({ module }) => {
      const modules = await modulesOf(file).find(module, { from: file, library, name });
      return all(modules, (one) => get().members(one, name, trail));
    });
    return found.filter(({ kind }) => kind !== 'outside');
  };
  const beyond: Members['beyond'] = async (file, name, trail) => {
    const near = await modulesOf(file).beside(name, { from: file, library: get().library });
    if (near.length > 0) return near;
    const stars = file.summary.stars.filter((star) => !star.exported);
    const found = await fromStars(file, stars, { name, trail });
    return found.length > 0 ? found : [OUTSIDE];
  };
  return { fromStars, beyond };
}
