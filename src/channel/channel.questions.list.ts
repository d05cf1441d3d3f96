import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { workRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, nullable, object, t, time } from '../kernel/schema/schema';
import { freshened } from './mirror/fresh';
import { answerRefusals } from './provider/answer';
import { channelNeeds } from './provider/needs';
import { listedStates, questionSchema, type ShownQuestion } from './question/fields';
import { questionMirror } from './question/mirror';
import { listQuestions } from './question/store';

const needs = channelNeeds('ready', 'questions', 'question');

/** A time that is later than every deadline. */
const NEVER = '9999-12-31T23:59:59.999Z';

export default workRoute({
  id: 'channel.questions.list',
  label: { tr: 'Pazaryerindeki soruları listele', en: 'List the questions at a marketplace' },
  http: 'GET /v1/channel/{ext}/questions',
  summary:
    'Questions of buyers at a marketplace, those that wait for an answer by their deadline. The marketplace is asked when they were read more than a minute ago.',
  policy: 'quote',
  scope: 'orders:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({ ...countedPageQuery, state: t.Optional(listedStates) }),
  result: object({
    ...countedPage(questionSchema).properties,
    asOf: nullable(time({ description: 'Up to when the list was read; null: there is more of it than was read yet.' })),
  }),
  refuses: [
    'invalid_request',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'consent_required',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { state: 'waiting' } },

  async run({ db, services, storeId, cursors, params: { ext }, query: { state = 'waiting' } }) {
    const asOf = await freshened({ db, services, storeId }, { ext, needs, mirror: questionMirror });
    const channel = { storeId, extension: ext };
    const page = await cursors.countedPage(db, {
      kinds: ['time', 'text'],
      position: ({ answerUntil, askedAt, questionId }: ShownQuestion) =>
        [state === 'waiting' ? (answerUntil ?? NEVER) : askedAt, questionId] as const,
      rows: (from, after, most) => listQuestions(from, channel, { state, after }, most),
      view: (row) => row,
    });
    return { ...page, asOf };
  },
});
