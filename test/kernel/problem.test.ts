import { problemOf, Refusal } from '../../src/kernel/errors';
import '../../src/nouns';

test('a fact never takes the place of what every problem has', () => {
  const facts = { title: null, status: 200, type: 'x', code: 'y', detail: 'z', message: 'w', productTitle: 'Kahve' };
  const problem = problemOf(new Refusal('invalid_request', 'It is wrong.', { facts: facts as never }));
  expect(problem).toEqual({
    type: '/docs/errors/invalid_request',
    title: expect.stringMatching(/./),
    status: 400,
    code: 'invalid_request',
    detail: 'It is wrong.',
    message: expect.stringMatching(/./),
    productTitle: 'Kahve',
  });
});
