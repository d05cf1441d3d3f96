import { pushLane } from './push';
import { listingsLane } from './submission';

/** The lane in which everything at a marketplace is taken off sale. */
export const ZEROING = pushLane('zero');

/** Lanes of jobs that put pieces on sale. None of them begins beside one that takes everything off sale, whoever was asked for first. */
export const PUSHING: readonly string[] = [pushLane('send'), listingsLane];
