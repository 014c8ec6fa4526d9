import type { FastifyRequest } from 'fastify'
import { phrases } from '../../client/phrases/en.ts'
import { phraserOf } from '../../client/phrases/phraser.ts'

const english = phraserOf(phrases)

/** A text in the language that the address of a request asks for by `lang`, else in Chinese. */
export function saidIn(request: FastifyRequest, text: string): string {
  const { lang } = request.query as { lang?: unknown }
  return /^en\b/i.test(String(lang)) ? english(text).trim() : text
}
