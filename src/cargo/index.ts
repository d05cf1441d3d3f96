import type { Noun } from '../noun';
import carriersList from './cargo.carriers.list';
import senderRecord from './cargo.sender.record';
import entities from './entities';
import { refusals } from './refusals';
import { sender } from './sender/aggregate';
import { senderWork } from './sender/work';

export default {
  capabilities: [carriersList, senderRecord],
  entities,
  tables: [sender],
  works: [senderWork],
  refusals,
} satisfies Noun;
