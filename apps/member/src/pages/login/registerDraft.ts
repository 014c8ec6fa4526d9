/** The name under which an unsent registration is kept. */
export const registerDraft = 'register'
