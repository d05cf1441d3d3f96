import { bookedAs } from '../job/booked';
import { offersPush } from './declaration';

export const booked = bookedAs(offersPush);
