import { type ProblemCode, problems } from './errors';

/** What a developer reads who was answered a code. */
interface Help {
  readonly cause: string;
  readonly remedy: string;
}

/** Why each code is answered, and what its caller does about it. */
export const problemHelp: Readonly<Record<ProblemCode, Help>> = {
  invalid_request: {
    cause: 'A field, parameter or header is missing, has another form than its schema says, or is not known here.',
    remedy: 'Read `errors`: each entry has a pointer into the request as it was sent and a reason. Mend all of them.',
  },
  unauthenticated: {
    cause: 'There is no token or session in the request, or it is unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer <token>` with a token that is live; the owner makes one in the panel.',
  },
  invalid_login: {
    cause: 'No owner has this e-mail and password together.',
    remedy: 'Check both. Failures slow down further tries of the same account and address, up to a minute.',
  },
  forbidden_scope: {
    cause: 'The token is live, and does not hold the scope that the call needs.',
    remedy: 'Ask the owner for a token with the scope that `detail` names, or for its approval as a proposal.',
  },
  owner_only: {
    cause: 'What was called, or part of what it would answer, is for the session of an owner alone.',
    remedy: 'Let the owner do it in the panel. No scope of an agent opens it.',
  },
  agent_workspace_only: {
    cause: 'An agent named a workspace that is not its own.',
    remedy: 'Name the workspace that the token belongs to.',
  },
  runtime_only: {
    cause: 'Workflows and sweeps of the product issue this command; no door takes it.',
    remedy: 'Call what starts that work instead; `/docs` has every call that is taken.',
  },
  confirm_needed: {
    cause: 'The session is real, and what was asked for wants the password entered a short while ago.',
    remedy: 'Send the password to `POST /v1/auth/confirm`, then the call once more.',
  },
  csrf_failed: {
    cause: 'A change came with a session, without its `X-CSRF-Token` or from a page of another origin.',
    remedy: 'Send the `csrfToken` of the login as `X-CSRF-Token`. Programs use a token and need none.',
  },
  not_found: {
    cause: 'Nothing is at this path, or what it names is not in the store of the credential.',
    remedy: 'Check path and id. What belongs to another store is answered the same as what is nowhere.',
  },
  method_not_allowed: {
    cause: 'The path is there, and does not answer this method.',
    remedy: 'Use a method that the header `Allow` names.',
  },
  rev_conflict: {
    cause: 'The thing has another `rev` than the caller stated: somebody changed it meanwhile.',
    remedy: 'Read `currentRev`, look at what is there now, and decide anew whether to change it.',
  },
  stock_conflict: {
    cause: 'The stock is another one than the call expected, e.g. because something was sold.',
    remedy: 'Take the stock that the problem tells, compute anew, and send that.',
  },
  preview_changed: {
    cause: 'What the call would do now is something else than the preview whose `hash` was stated.',
    remedy: 'Look at the new preview, and state its hash if that is what you want.',
  },
  codes_conflict: {
    cause: 'Codes were added to the pool since it was counted.',
    remedy: 'Read how many there are now, and state that number.',
  },
  invalid_state: {
    cause: 'The thing is in a state in which this cannot be done, e.g. a job that has ended is cancelled.',
    remedy: 'Read its state first; the problem tells the one that it has.',
  },
  link_over: {
    cause: 'The link of an invitation or of the set-up was used, replaced by another one, or is too old.',
    remedy: 'Ask who sent it for another one.',
  },
  joined_already: {
    cause: 'Somebody has joined with the link of the invitation: you, if the answer to that was lost.',
    remedy: 'Log in with the address of the invitation and the password that was chosen then.',
  },
  opened_already: {
    cause: 'This installation has an owner: you, if the answer to the set-up was lost.',
    remedy: 'Log in with the address and the password that were chosen then.',
  },
  payload_too_large: {
    cause: 'The body has more bytes than are taken at this path.',
    remedy: 'Send less at once; `detail` says how much is taken. Lists can be sent in parts.',
  },
  unsupported_media_type: {
    cause: 'The body is of another type than is taken here, or is compressed.',
    remedy: 'Send `application/json`, or for files the types that `/docs` names at the path.',
  },
  range_not_satisfiable: {
    cause: '`Range` begins behind the last byte of the file.',
    remedy: 'Ask for a range within the length that the answer tells, or for the whole file.',
  },
  idempotency_conflict: {
    cause: 'The idempotency key was used before, for a request that said something else.',
    remedy: 'Make a new ULID for each new request, and keep it for repetitions of that one alone.',
  },
  idempotency_key_expired: {
    cause: 'The time in the key lies more than 30 days back, or in the future.',
    remedy: 'Check the clock that makes the keys. Before you repeat an old call, look whether it was done.',
  },
  email_taken: {
    cause: 'The store has an owner, or an open invitation, with this e-mail.',
    remedy: 'Use another address, or renew the invitation that is there.',
  },
  owners_full: {
    cause: 'Owners and open invitations together are as many as a store may have.',
    remedy: 'Remove an owner or take an invitation back first.',
  },
  stores_full: {
    cause: 'One login opens 20 stores at most.',
    remedy: 'Leave a store first, or open the further one with a login of another address.',
  },
  handle_taken: {
    cause: 'Something else of this kind has the handle.',
    remedy: 'Choose another handle, or leave it out and let one be made from the title.',
  },
  barcode_taken: {
    cause: 'Another product or variant of the store has the barcode.',
    remedy: 'Find it with `GET /v1/catalog/products?barcode=…`, and correct the one that is wrong.',
  },
  stock_untracked: {
    cause: 'Nobody counts the stock of this product or variant, so it cannot be added to or taken from.',
    remedy: 'Set a stock first; from then on it is counted.',
  },
  stock_out_of_range: {
    cause: 'After the change the stock would be below or above what a stock may be.',
    remedy: 'Read the stock and send a change that stays within.',
  },
  compare_at_on_variant: {
    cause: 'A compare-at price was sent for a variant.',
    remedy: 'Set it on the product.',
  },
  price_required: {
    cause: 'The product would be left without a price.',
    remedy: 'Send a price in kuruş.',
  },
  not_pooled: {
    cause: 'The product is not one that hands out codes from a pool.',
    remedy: 'Name a product that has a pool, or give it one.',
  },
  category_unknown: {
    cause: 'The category is not there, or is archived.',
    remedy: 'Take an id from `GET /v1/catalog/categories`.',
  },
  product_unknown: {
    cause: 'A product that the call names is not in the store.',
    remedy: 'Take ids from `GET /v1/catalog/products`; `errors` says which one it is where the call names several.',
  },
  variant_unknown: {
    cause: 'A variant that the call names is none of that product.',
    remedy: 'Read the product; its answer lists its variants.',
  },
  too_many_scopes: {
    cause: 'More than 10 scopes were asked for.',
    remedy: 'Give each program a token of its own, with what it needs.',
  },
  scope_not_grantable: {
    cause: 'The scope is not for tokens of this kind, or the caller may not hand it out.',
    remedy: 'See `GET /v1/scopes` for what each kind may hold.',
  },
  generation_unknown: {
    cause: 'This build serves no storefront of that generation.',
    remedy: 'Name a generation that this build serves; the store goes on with the one that it has.',
  },
  extension_unknown: {
    cause: 'No provider of this name is part of this build.',
    remedy: 'Take a name from `GET /v1/extensions`.',
  },
  extension_not_installed: {
    cause: 'The extension is known, and the store has not installed it.',
    remedy: 'Install it first.',
  },
  extension_not_enabled: {
    cause: 'The extension is installed, and switched off.',
    remedy: 'Enable it first.',
  },
  disconnect_needed: {
    cause: 'The marketplace has listings of the store, whose stock stays there when nothing updates it any more.',
    remedy: 'State `disconnect`: `freeze` leaves the stock there as it is.',
  },
  zero_not_offered: {
    cause: 'This release pushes no stock to marketplaces, so it cannot set it to zero there either.',
    remedy: "State `freeze`, and take the products off sale in the marketplace's own panel.",
  },
  consent_required: {
    cause:
      'The version to upgrade to, or to install, asks for scopes, personal data or secrets beyond what the owner has granted, or the token holds.',
    remedy:
      'Show an owner the `growth`, who upgrades with `consent: true`, or installs it, in the panel. An installed version works on meanwhile.',
  },
  extension_not_ready: {
    cause: 'Credentials or settings without which the extension cannot work are missing.',
    remedy: 'Read the extension: it says what is missing. The owner sets secrets in the panel.',
  },
  not_offered: {
    cause: 'What the extension speaks to has no such operation, or its provider does not implement it.',
    remedy: 'Ask `extensions.ops.get` what the extension offers; no setting of yours brings more.',
  },
  config_invalid: {
    cause: 'The configuration does not fit the schema of the extension.',
    remedy: 'Read `errors`, and the schema that the extension declares.',
  },
  identity_invalid: {
    cause: 'Fields of the merchant’s identity are missing, or contradict each other or their check digits.',
    remedy: 'Read `errors`: every wrong field is in it.',
  },
  settings_invalid: {
    cause: 'Fields of the settings are missing, contradict each other or have wrong check digits.',
    remedy: 'Read `errors`: every wrong field is in it.',
  },
  secret_unknown: {
    cause: 'The extension declares no secret of this name.',
    remedy: 'Read the extension; it lists the secrets that it wants.',
  },
  listing_unknown: {
    cause: 'A listing of the marketplace points to a product or variant that the store does not have.',
    remedy: 'Import or create it first, or leave that listing out.',
  },
  brand_taken: {
    cause: 'The marketplace has a brand of this name already.',
    remedy: 'Look it up among the marketplace’s brands and use its id.',
  },
  media_full: {
    cause: 'The store has as many media files, or as many bytes of them, as it may have.',
    remedy: 'Delete files that nothing uses; the operator sets the limits.',
  },
  media_unknown: {
    cause: 'The store has no media file of this identifier, or it was deleted.',
    remedy: 'List the media files, or upload and commit the picture first.',
  },
  media_in_use: {
    cause: 'A product, a collection or a proposal that waits still shows the file.',
    remedy: 'Take it out there first; the problem tells where it is.',
  },
  uploads_waiting: {
    cause: 'Uploads that nobody has committed hold as many bytes as may wait.',
    remedy: 'Commit them or let them expire, then upload on.',
  },
  metafield_invalid: {
    cause: 'The value breaks the type or a rule of the custom field, or names what the store does not have.',
    remedy:
      'Correct what errors names; the type stands beside values, and its owner sees the rules with the definition.',
  },
  metafield_key_taken: {
    cause: 'Another custom field of the same kind of thing has the key.',
    remedy: 'Choose another key, or change the field that is there.',
  },
  metafield_in_use: {
    cause:
      'More things have a value in the custom field than the call would take away: it was defined in vain no longer.',
    remedy:
      'Read how many they are with a dry run without valuesMax, and delete the field with its values if that is meant.',
  },
  metafields_full: {
    cause: 'A kind of thing, e.g. products, has 256 custom fields at most.',
    remedy: 'Delete a field that nobody needs first.',
  },
  out_of_stock: {
    cause: 'No piece of the item is left; the facts name its line and the stock.',
    remedy: 'Take the line out of the cart, or wait until there is stock again.',
  },
  insufficient_stock: {
    cause: 'Some pieces of the item are left, and fewer than the line wants; the facts tell how many.',
    remedy: 'Lower the quantity of the line to the stock, and show the shopper the new total.',
  },
  qty_capped: {
    cause: 'The shop, or an extension of it, allows no more pieces of this item in one order.',
    remedy: 'Lower the quantity of the line.',
  },
  line_unavailable: {
    cause: 'The product or variant of a line was archived, removed, or is sold by variants by now.',
    remedy: 'Take the line out of the cart.',
  },
  price_changed: {
    cause: 'The price of an item was changed between what the shopper was shown and the order.',
    remedy: 'Price the cart anew, show it, and let the shopper agree to the new total.',
  },
  shipping_unavailable: {
    cause: 'No way of shipping is left for this address.',
    remedy: 'Ask for another address; the extensions of the shop decide which ways there are.',
  },
  payment_unavailable: {
    cause: 'No way of paying that is left can be used for this order.',
    remedy: 'Offer cash on delivery, an account for transfers, or a payment extension.',
  },
  digital_kapida_disallowed: {
    cause: 'The cart has digital goods, and they would be delivered before anything is paid.',
    remedy: 'Choose another way to pay.',
  },
  session_expired: {
    cause: 'The checkout session was not used for an hour, or is older than a day.',
    remedy: 'Open another session with the same cart.',
  },
  amount_mismatch: {
    cause:
      'What the lines, discounts and fees add up to is not what the shopper agreed to pay, or not what was captured.',
    remedy:
      'Price the cart anew, show it, and let the shopper agree to the new total; what was captured is given back.',
  },
  order_rejected: {
    cause: 'The session is not filled in, or an extension of the shop refused the order.',
    remedy: 'Fill in what is missing; the audit log tells which extension refused and why.',
  },
  checkout_disabled: {
    cause: 'The shop still lacks something that it must have before it sells.',
    remedy: 'Read `store.health.get`, and mend what it names.',
  },
  carrier_unknown: {
    cause: 'The code of the carrier is none of `cargo.carriers.list`.',
    remedy: 'Use a code of that list; `other` stands for carriers that are not on it.',
  },
  line_unknown: {
    cause: 'A line that the call names is not one of the order that it names.',
    remedy: 'Read the order, and name lines of it.',
  },
  more_than_left: {
    cause: 'Some of the pieces have left, come back or are being refunded already; the facts tell how many are left.',
    remedy: 'Read the order, and name no more pieces than are left.',
  },
  refund_too_much: {
    cause: 'What has come of the order, less what was given back and what is being given back, is less than that.',
    remedy: 'Ask for no more than `left`, or wait until the refunds that are under way have ended.',
  },
  nothing_to_ship: {
    cause: 'All pieces have left, are refunded, or need no shipping.',
    remedy: 'Read the order: its lines tell where the pieces are.',
  },
  withdrawal_stands: {
    cause: 'The buyer gave notice within the 14 days, or not every product has an exception from withdrawal.',
    remedy: 'Approve the return; goods that come back in a bad state are rejected once they were received.',
  },
  cart_empty: {
    cause: 'The checkout session has no lines.',
    remedy: 'Put something into the cart.',
  },
  request_timeout: {
    cause: 'The head or the body of the request came too slowly.',
    remedy: 'Check the connection, and send the call once more.',
  },
  headers_too_large: {
    cause: 'Address and headers together are larger than the server reads.',
    remedy: 'Send fewer cookies and shorter parameters; put long lists into a body.',
  },
  work_failed: {
    cause: 'The call was accepted, and the work that it started ended without success.',
    remedy: 'Read the job: it says why. Start it anew when that is mended.',
  },
  limit_exceeded: {
    cause: 'The owner has set bounds for the token, e.g. how far a price may move, and the call goes beyond them.',
    remedy: 'Stay within the limits that `GET /v1/tokens/me` tells, or ask the owner.',
  },
  throttled: {
    cause: 'The token, session or address has made as many calls as it may within 60 seconds.',
    remedy: 'Wait for the seconds of `Retry-After`. `RateLimit` tells before that how many calls are left.',
  },
  internal: {
    cause: 'Something failed that nobody expected. Nothing of the call was done.',
    remedy: 'Tell the operator the `requestId`; it stands in the log.',
  },
  provider_refused: {
    cause: 'The marketplace or another provider said no, or did not answer in time.',
    remedy: 'Read `detail`; where it is about credentials, the owner renews them.',
  },
  provider_answer_invalid: {
    cause: 'The provider answered in a form that its interface does not promise.',
    remedy: 'Try later; if it stays, tell the operator the `requestId`.',
  },
  outcome_unknown: {
    cause: 'The provider was asked for what nobody takes back, and has not answered what it did.',
    remedy:
      'Look there whether it is done. Ask for the same once more: what is there by then is taken for the answer to the first request.',
  },
  unavailable: {
    cause: 'Postgres, the storage of files or another part is away or too busy.',
    remedy: 'Wait for the seconds of `Retry-After`. `GET /v1/health` says which part it is.',
  },
};

/** Whether a call that was answered the code is sent again, and how. */
export function repeatOf(code: ProblemCode): string {
  const { status } = problems[code];
  if (status === 408 || status === 429 || status >= 500)
    return 'Yes: the same call with the same idempotency key, after `Retry-After` where the answer has it. It is done once.';
  if (status === 409) return 'Not as it is: read what is there now, then send a new call with a new idempotency key.';
  return 'Not as it is: it would be refused again. Mend it, and send it with a new idempotency key.';
}
