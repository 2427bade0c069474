import { describe, expect, it } from 'vitest';
import { buildQuery } from '../../../../local/service/index/query.js';

describe('the everyday words of a question', () => {
  it.each([
    [
      'Wie werden fehlgeschlagene Jobs in der Queue wiederholt?',
      ['fehlgeschlagene', 'Jobs', 'Queue', 'wiederholt'],
    ],
    ['Wo wird computeBackoff verwendet?', ['computeBackoff', 'verwendet']],
    ['Wie funktioniert computeBackoff?', ['funktioniert', 'computeBackoff']],
    [
      'Comment est-ce que le panier est calculé dans ShoppingCart?',
      ['panier', 'calculé', 'ShoppingCart'],
    ],
    ['¿Dónde se define computeBackoff y para qué sirve?', ['computeBackoff', 'sirve']],
    ['Dove viene calcolata la pausa di retry?', ['calcolata', 'pausa', 'retry']],
    ['Waar wordt de winkelwagen opgeslagen?', ['winkelwagen', 'opgeslagen']],
    ['Onde é que o carrinho é guardado?', ['carrinho', 'guardado']],
    ['Gdzie jest zdefiniowany koszyk?', ['zdefiniowany', 'koszyk']],
    ['Sepet nerede ve nasıl hesaplanır?', ['Sepet', 'hesaplanır']],
  ])('are left out: %s', (question, keywords) => {
    const query = buildQuery(question);
    expect(query.keywords).toEqual(keywords);
    expect(query.language).toBeDefined();
  });

  it.each([
    ["what happens when I've already added routes?", ['added', 'routes']],
    ['where does the address come from when we’re behind a proxy?', ['address', 'behind', 'proxy']],
    ["why doesn't it retry, and what'll happen if it didn't?", ['retry']],
    ['whats the limit, and why doesnt it retry?', ['limit', 'retry']],
    ["where is options['re'] read?", ['re', 'read', 'options']],
  ])('contractions are no words of their own: %s', (question, keywords) => {
    expect(new Set(buildQuery(question).keywords)).toEqual(new Set(keywords));
  });

  it.each([
    'How long do we wait between attempts?',
    'son attribute',
    'die',
    'Where is the para list of tag?',
    'what was the man page for?',
    'retry policy',
    'How is plus calculated?',
    '',
  ])('of English are no others: %s', (question) => {
    expect(buildQuery(question).language).toBeUndefined();
  });

  it('are kept where they are a part of a name, a path or a call', () => {
    const { keywords, files } = buildQuery(
      'Wie wird die() in der Datei src/die/der.ts von wie_oft benutzt?',
    );
    expect(keywords).toEqual(expect.arrayContaining(['die', 'wie_oft', 'Datei']));
    expect(files).toEqual(['src/die/der.ts']);
  });
});
