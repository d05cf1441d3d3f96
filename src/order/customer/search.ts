import { searchText } from '../order/search';
import type { CustomerRow } from './aggregate';

/** The folded texts by which a customer is found, one a line, as orders have them; a forgotten customer has none. */
export const customerSearchText = ({ name, email, phone }: Pick<CustomerRow, 'name' | 'email' | 'phone'>): string =>
  searchText({ number: '', externalNumber: null, buyerName: name, buyerEmail: email, buyerPhone: phone }, []);
