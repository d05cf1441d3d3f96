import { notTaken, OK } from '../../src/provider/callback';
import { WebhookRefused } from '../../src/provider/webhook';
import { refusedPost } from '../../src/webhook/post-answers';

test('whatever a provider posts is answered as plain text', () => {
  const refused = [new WebhookRefused('forged', 'of another'), new WebhookRefused('malformed', 'no JSON')].map(
    (error) => refusedPost(error),
  );
  const answers = [
    OK,
    notTaken('malformed').answer,
    notTaken('unsigned').answer,
    ...refused.map(({ answer }) => answer),
  ];
  expect(answers).toEqual([
    { status: 200, type: 'text/plain; charset=utf-8', body: 'OK' },
    { status: 400, type: 'text/plain; charset=utf-8', body: 'Malformed' },
    { status: 401, type: 'text/plain; charset=utf-8', body: 'Not signed' },
    { status: 401, type: 'text/plain; charset=utf-8', body: 'Not signed' },
    { status: 400, type: 'text/plain; charset=utf-8', body: 'Not understood' },
  ]);
});

test('an error that is no refusal of the reader is thrown on', () => {
  const error = new Error('a bug');
  expect(() => refusedPost(error)).toThrow(error);
});
