import { lengthOf, rulesOf } from '../rule.ts'
import { TICKET_TEXT_MAX } from './facts.ts'
import { ticketForm } from './texts.ts'

const ticket = rulesOf(ticketForm)

export const ticketRules = (f: { topic: string; content: string }) =>
  ticket(
    ['topic', f.topic === '', 'ticket.topic_missing'],
    ['content', f.content === '', 'ticket.text_missing'],
    [
      'content',
      lengthOf(f.content) > TICKET_TEXT_MAX,
      'ticket.text_long',
      { max: TICKET_TEXT_MAX },
    ],
  )

/** A line of a conversation; one that brings an order needs no words. */
export const ticketLineRules = (f: { content: string; attached?: string }) =>
  ticket(
    ['content', f.content === '' && !f.attached, 'ticket.text_missing'],
    [
      'content',
      lengthOf(f.content) > TICKET_TEXT_MAX,
      'ticket.text_long',
      { max: TICKET_TEXT_MAX },
    ],
  )
