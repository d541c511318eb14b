/** The name under which schemas declare a form's key, and forms send it. */
export const FORM_KEY = "formKey"
