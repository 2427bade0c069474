import { expect, it } from 'vitest';
import { startOffice } from '../office.js';
import { CROWD_STORMS } from './crowds.js';

it('the flood is one person’s, in one channel, and the quiet one is elsewhere', async () => {
  const storm = CROWD_STORMS.find(({ name }) => name === 'one person floods one channel');
  const office = await startOffice({ seed: 1, roles: [] });
  try {
    await office.askMany(20, 500, storm?.wish?.(office));
    expect(new Set(office.asked.map(({ by }) => by.id)).size).toBe(1);
    expect(new Set(office.asked.map(({ channel }) => channel.id)).size).toBe(1);
    const [loud, quiet] = office.rooms;
    expect(office.asked[0]?.channel).toBe(loud);
    expect(quiet).not.toBe(loud);
  } finally {
    await office.close();
  }
});
