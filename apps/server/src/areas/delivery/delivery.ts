// The front of what leaves the site by mail, SMS and web push, and of the contacts that members
// have proved.
export { announce, type Notice } from './announce.ts'
export { Outward } from './channels.ts'
export { newTicket, ownCode, sendCode, takeCode } from './code.ts'
export { forwardLetters } from './forward.ts'
export { postOffers } from './offers.ts'
export { deliverDue } from './deliver.ts'
export { maskedContact, reachable } from './contacts.ts'
export { Undeliverable } from './sender.ts'
export { sendTo } from './send.ts'
export { contactsOf, verifyContact, type Contact } from './store/contact.sql.ts'
export { dropDeliveries } from './store/delivery.sql.ts'
export { sweepContactCodes } from './sweep.ts'
