/** Shapes of the provider's JSON (providers.md §3). Money is decimal Turkish lira as text, measures are text, times are ISO 8601. */

export interface Address {
  id: string;
  name: string;
  email?: string;
  phone: string;
  address1: string;
  countryCode: string;
  cityCode: string;
  cityName?: string;
  districtName: string;
  zip?: string;
  shortName?: string;
  isRecipientAddress: boolean;
}

export interface Offer {
  id: string;
  amount: string;
  amountVat: string;
  totalAmount: string;
  currency: 'TL';
  providerCode: string;
  providerServiceCode: string;
  averageEstimatedTimeHumanReadible: string;
  isAccepted: boolean;
}

export interface TrackingStatus {
  trackingStatusCode: string;
  trackingSubStatusCode: string;
  statusDetails: string;
  statusDate: string;
  locationName: string;
}

export interface Shipment {
  id: string;
  createdAt: string;
  test: boolean;
  statusCode: string;
  senderAddressID: string;
  recipientAddress: Omit<Address, 'id' | 'isRecipientAddress'>;
  length: string;
  width: string;
  height: string;
  weight: string;
  productPaymentOnDelivery: boolean;
  order?: { orderNumber: string; totalAmount?: string; totalAmountCurrency?: string; sourceIdentifier?: string };
  offers: {
    percentageCompleted: number;
    totalOffersRequested: number;
    totalOffersCompleted: number;
    list: Offer[];
    cheapest?: Offer;
    fastest?: Offer;
  };
  acceptedOfferID?: string;
  acceptedOffer?: Offer;
  providerCode?: string;
  providerServiceCode?: string;
  barcode?: string;
  labelURL?: string;
  labelFileType?: string;
  trackingNumber?: string;
  trackingUrl?: string;
  trackingStatus?: TrackingStatus;
}

export interface Envelope<Data> {
  result: true;
  additionalMessage?: string;
  data?: Data;
  limit?: number;
  page?: number;
  totalRows?: number;
  totalPages?: number;
}
