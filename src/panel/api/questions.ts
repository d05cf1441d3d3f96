import type { Static } from 'typebox';
import type questionsList from '../../channel/channel.questions.list';
import { usePages } from './queries';
import type { Page } from './types';

type Questions = Static<(typeof questionsList)['result']>;
export type Question = Questions['items'][number];
export type QuestionsPage = Page<Question> & Pick<Questions, 'asOf'>;

/** The marketplace is asked at most once a minute. */
const WATCHING_MS = 30_000;

/** Questions of buyers at a marketplace; those that wait stand in the order of their deadlines. */
export const useQuestions = (channel: string, state: string) =>
  usePages<Question>(['questions', channel], `/v1/channel/${channel}/questions`, { state }, () => WATCHING_MS);
