import type { z } from 'zod'

/** Who may make a call: a visitor, a member with a session, or an operator with a permission. */
export type Access = 'anyone' | 'member' | 'operator'

/** One call of the site: what goes in, what comes back, who may make it. */
export type Call = {
  by: Access
  takes: z.ZodType
  gives: z.ZodType
  /** Other paths under which deployed clients know the call. */
  aliases?: readonly string[]
  /**
   * The call moves money or opens an order: with an `Idempotency-Key` it happens once, and a
   * repetition is answered what the first one was, refusals included.
   */
  once?: true
  /** Answered also while a one-time password has not been changed. */
  early?: true
  /** Pages ask by themselves, so the call does not show that the member is there. */
  polled?: true
  /** The call brings one file, as multipart. */
  upload?: true
  /** How large its file may be, where that is not the usual. */
  uploadBytes?: number
  /**
   * The call brings a piece of a file in its body, up to a mebibyte; a number is how many bytes
   * instead. Who may not make the call is then refused before the body is read.
   */
  large?: true | number
  /** What the operator must be allowed, for `by: 'operator'`. */
  permission?: string
}

/** Every answer has this shape; 200 is success, 401 ends the session. */
export type Answer<T> = { code: number; message: string; data: T }

type More = Pick<Call, 'aliases' | 'once' | 'early' | 'polled' | 'upload' | 'uploadBytes' | 'large'>
type None = Record<never, never>

// The literal type of `more` is kept, so that a client's compiler knows which calls run once.
export const anyone = <T extends z.ZodType, G extends z.ZodType, const M extends More = None>(
  takes: T,
  gives: G,
  more?: M,
) => ({ by: 'anyone', takes, gives, ...(more as M) }) as const

export const member = <T extends z.ZodType, G extends z.ZodType, const M extends More = None>(
  takes: T,
  gives: G,
  more?: M,
) => ({ by: 'member', takes, gives, ...(more as M) }) as const

export const operator = <
  const P extends string,
  T extends z.ZodType,
  G extends z.ZodType,
  const M extends More = None,
>(
  permission: P,
  takes: T,
  gives: G,
  more?: M,
) => ({ by: 'operator', permission, takes, gives, ...(more as M) }) as const
