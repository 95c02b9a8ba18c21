package import CooperativeWork
package import FaceVocabulary

extension FaceModel {
  /// The model with `faces` among its templates, people matched by name.
  package func adding(_ faces: LabelledFaces, work: Work) throws -> FaceModel {
    throw ModelChangeError.nothingToAdd
  }

  /// The model without the templates of `subject`.
  package func forgetting(_ subject: SubjectID) throws(ModelChangeError) -> FaceModel {
    throw ModelChangeError.unknownSubject(subject, known: [])
  }
}
