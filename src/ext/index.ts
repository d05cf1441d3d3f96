import type { Noun } from '../noun';
import cargoSender from './ext.cargo.sender';

export default {
  capabilities: [cargoSender],
} satisfies Noun;
