import { BY_NUMBER, type ProductImport } from "~/domain/product-table/import/product-import"
import { Button } from "~/ui/button"
import { Field, plainField } from "~/ui/form/field"
import { PostForm } from "~/ui/form/post-form"
import { Select } from "~/ui/form/select"

type Asked = Pick<ProductImport, "questions" | "answers" | "status">

/** Questions whose answers decide how the file is read */
export function ImportQuestions({ questions, answers, status }: Asked) {
  if (questions.length === 0 || (status !== "asking" && status !== "checked")) return null
  return (
    <section className="stack" aria-labelledby="questions">
      <h2 id="questions">
        {status === "asking" ? "Please answer before the file is read" : "Questions about the file"}
      </h2>
      <PostForm className="panel stack">
        <input type="hidden" name="step" value="answers" />
        {questions.map((question, place) => {
          const of = plainField(`answer[${place}]`)
          const given = answers[question.id] ?? question.usual ?? ""
          const control = { id: of.id, name: of.name, defaultValue: given }
          const isChosen = question.choices.some(({ value }) => value === given)
          return (
            <Field key={question.id} of={of} label={question.label} hint={question.hint}>
              <input type="hidden" name={`question[${place}]`} value={question.id} />
              {question.takesNumber ? (
                <ChoiceOrNumber
                  {...control}
                  options={question.choices}
                  defaultValue={isChosen ? given : BY_NUMBER}
                  number={`number[${place}]`}
                  defaultNumber={isChosen ? "" : given}
                />
              ) : question.choices.length > 0 ? (
                <Select
                  {...control}
                  options={question.choices}
                  {...(!question.usual && { placeholder: "Please choose" })}
                  required={question.usual === null}
                />
              ) : (
                <input {...control} inputMode="numeric" pattern="[0-9]{1,6}" />
              )}
            </Field>
          )
        })}
        <Button>Check the file again</Button>
      </PostForm>
    </section>
  )
}

interface ChoiceOrNumberProps {
  id: string
  name: string
  options: { value: string; label: string }[]
  defaultValue: string
  /** The name of the field of the number */
  number: string
  defaultNumber: string
}

function ChoiceOrNumber({ number, defaultNumber, options, ...control }: ChoiceOrNumberProps) {
  return (
    <>
      <Select {...control} options={[...options, { value: BY_NUMBER, label: "Start with this number:" }]} />
      <input
        name={number}
        defaultValue={defaultNumber}
        aria-label="Number"
        inputMode="numeric"
        pattern="[0-9]{1,6}"
        placeholder="0"
      />
    </>
  )
}
