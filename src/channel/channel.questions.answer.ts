import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, typeNamed } from '../kernel/schema/schema';
import { laneOf } from './contract/question';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import { openJobsBeforeOneMore } from './job/store';
import { jobReports } from './kinds/report';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';
import { assertUnanswered } from './question/bound';
import { questionAnswer } from './question/declaration';
import { answerText, questionId } from './question/fields';
import { assertLength } from './question/length';
import { answersTo, standingQuestion } from './question/store';
import { questionUpon } from './question/upon';

const needs = channelNeeds('enabled', 'question', 'answerQuestion');

const { jobOrReport, view, answerOf } = jobReports([questionAnswer]);

export default command({
  id: 'channel.questions.answer',
  label: { tr: 'Pazaryerindeki soruyu cevapla', en: 'Answer a question at a marketplace' },
  summary:
    'Answer a question of a buyer at a marketplace; a durable job that asks once. The marketplace may refuse the answer later: the question waits again then, and shows the refused answer.',
  policy: 'propose',
  scope: 'orders:write',
  asksProvider: true,
  needs,
  // Buyers read it.
  irreversible: true,
  payload: object({ ext: extensionKey, questionId, text: answerText }),
  result: typeNamed('AnswerJob')(jobOrReport),
  refuses: [
    'not_found',
    'extension_not_installed',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_request',
    'invalid_state',
    'answer_unfit',
    ...onceRefusals,
  ],
  settles: settlesByJob(questionAnswer.terms, {
    answer: answerOf,
    refusals: onceRefusals,
  }),
  example: { ext: exampleMarketplace, questionId: '480000001', text: 'Merhaba, siparişiniz aynı gün kargoya verilir.' },
  route: { http: 'POST /v1/channel/{ext}/questions/{qid}/answer', names: { qid: 'questionId' } },

  actsUpon: questionUpon,

  async run({ payload: { ext, questionId, text }, ...context }) {
    const { tx, storeId } = context;
    const manifest = await enabledChannel(tx, storeId, ext, needs);
    assertLength(text);
    const lane = laneOf(questionId);
    // Two callers at once wait for each other, and the second one sees the job of the first.
    await openJobsBeforeOneMore(tx, storeId, ext, lane);
    const question = await standingQuestion(tx, { storeId, extension: ext }, questionId);
    if (!question) return refuse('not_found', 'No question of the marketplace is known by this id.');
    const { state } = question;
    // The job looks at its present state there before it asks.
    if (state !== 'waiting' && state !== 'unknown')
      refuse('invalid_state', `The question is ${state}: it waits for no answer.`, {
        facts: { state },
        quotesNobody: true,
      });
    assertUnanswered(question, await answersTo(tx, { storeId, extension: ext }, lane));
    const input = { questionId, answerText: text };
    return view(await askForJob(context, questionAnswer, { extension: ext, extensionName: manifest.name, input }));
  },
});
